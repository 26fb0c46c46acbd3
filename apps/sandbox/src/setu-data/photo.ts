/** A one-pixel grey PNG in base64: the shape of a photo without anybody's face. */
export const PHOTO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mOoBwAAgQCBUOdCIwAAAABJRU5ErkJggg==';
