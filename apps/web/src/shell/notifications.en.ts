export const en = {
  empty: 'No notifications yet',
  markAllRead: 'Mark all as read',
  notMarked: 'They were not marked as read',
  failed: 'Notifications could not be loaded.',
  unread: 'Unread',
  retry: 'Retry',
  more: 'Show older ones',
};

export type PanelWords = typeof en;
