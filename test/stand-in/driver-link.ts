/** What the stand-in tells the test that launched it. */
export type ToDriver =
  | { standIn: 'devtools'; port: number }
  | { standIn: 'window'; targetId: string }
  | { standIn: 'evaluated'; id: number; value: string }
  | { standIn: 'evaluation-failed'; id: number; message: string };

/** Tells the test, if there is one: an app started by hand has no channel. */
export function sendToDriver(message: ToDriver): void {
  if (process.connected) process.send?.(message);
}
