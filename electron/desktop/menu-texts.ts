import type { Preferences } from '../../shared/api.ts';
import type { Language } from '../../shared/units.ts';

const en = {
  file: 'File',
  quit: 'Quit',
  edit: 'Edit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select All',
  run: 'Run',
  start: 'Start Measuring',
  stop: 'Stop Measuring',
  view: 'View',
  reload: 'Reload',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  resetZoom: 'Actual Size',
  fullScreen: 'Full Screen',
  devTools: 'Developer Tools',
  help: 'Help',
  about: 'About TLS Cost Lab',
};

export type MenuTexts = Record<keyof typeof en, string>;

const vi: MenuTexts = {
  file: 'Tệp',
  quit: 'Thoát',
  edit: 'Chỉnh sửa',
  undo: 'Hoàn tác',
  redo: 'Làm lại',
  cut: 'Cắt',
  copy: 'Sao chép',
  paste: 'Dán',
  selectAll: 'Chọn tất cả',
  run: 'Đo',
  start: 'Bắt đầu đo',
  stop: 'Dừng đo',
  view: 'Hiển thị',
  reload: 'Tải lại',
  zoomIn: 'Phóng to',
  zoomOut: 'Thu nhỏ',
  resetZoom: 'Cỡ gốc',
  fullScreen: 'Toàn màn hình',
  devTools: 'Công cụ nhà phát triển',
  help: 'Trợ giúp',
  about: 'Giới thiệu TLS Cost Lab',
};

export const menuTexts: Record<Language, MenuTexts> = { en, vi };

/** The language of the menu: the one preferred, or for `system` the first of the user's that we have. */
export function menuLanguage(preferred: Preferences['language'], systemTags: readonly string[]): Language {
  if (preferred !== 'system') return preferred;
  const known = systemTags.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in menuTexts);
  return known === 'vi' ? 'vi' : 'en';
}
