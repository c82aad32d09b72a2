import { settingsField } from '../../shared/share/settings-text.ts';
import type { Refusal } from './admission.ts';

const sentences: Record<Refusal, readonly [en: string, vi: string]> = {
  'no-session': [
    'This browser has not been let in yet. Open the whole address that the terminal printed when the lab started; it ends in “?token=…”.',
    'Trình duyệt này chưa được vào. Hãy mở đúng toàn bộ địa chỉ mà cửa sổ dòng lệnh đã in khi khởi động; địa chỉ đó kết thúc bằng “?token=…”.',
  ],
  'wrong-token': [
    'The token in this address is not the one of the lab that runs now. Each start has its own: open the address that the terminal printed last.',
    'Mã trong địa chỉ này không phải của lần chạy hiện tại. Mỗi lần khởi động có một mã riêng: hãy mở địa chỉ được in gần nhất.',
  ],
  'no-such-host': [
    'The lab answers only to 127.0.0.1 and localhost with its own port. Open the address that the terminal printed.',
    'Chương trình chỉ trả lời tại 127.0.0.1 và localhost với cổng của nó. Hãy mở địa chỉ mà cửa sổ dòng lệnh đã in.',
  ],
  'method-not-allowed': ['Only GET and HEAD are answered here.', 'Ở đây chỉ nhận GET và HEAD.'],
  'bad-target': ['The address must begin with “/”.', 'Địa chỉ phải bắt đầu bằng “/”.'],
  'wrong-origin': [
    'Only the page that the lab itself served may connect to it.',
    'Chỉ trang do chính chương trình gửi đi mới được kết nối.',
  ],
};

const page = (head: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">${head}<title>TLS Cost Lab</title><h1>TLS Cost Lab</h1>${body}</html>\n`;

/** Where the page opens settings. What a stranger put into the address can't end an attribute or a header. */
export const settingsPath = (settings: string): string =>
  `/?${settingsField}=${encodeURIComponent(settings).replaceAll("'", '%27')}`;

/** A page that says in plain words why a request was refused and what to do. Nothing of the request is repeated in it. */
export function refusalPage(reason: Refusal): string {
  const [en, vi] = sentences[reason];
  return page('', `<p>${en}</p><p lang="vi">${vi}</p>`);
}

/** A page that at once asks for `/` again, now on its own behalf. */
export function askAgainPage(): string {
  return page('<meta http-equiv="refresh" content="0; url=/">', '<p><a href="/">…</a></p>');
}

/** A page that asks whether settings shall be opened to which another page led. */
export function askUserPage(settings: string): string {
  const open = settingsPath(settings);
  return page(
    '',
    `<p>Another page led here, with settings for the lab. Opening them stops what it measures, and starts nothing.</p><p><a href="${open}">Open these settings</a> · <a href="/">Leave the lab as it is</a></p><p lang="vi">Một trang khác dẫn tới đây, kèm thiết lập cho lab. Mở chúng sẽ dừng phép đo đang chạy và không chạy gì mới.</p><p lang="vi"><a href="${open}">Mở các thiết lập này</a> · <a href="/">Giữ nguyên lab</a></p>`,
  );
}
