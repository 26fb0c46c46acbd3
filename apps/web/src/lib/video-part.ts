/** The form of the video on the page of the KYC: links to it lead past what stands before it. */
export const VIDEO_PART = 'video';
