/** What the system calls an error, if it was the system's. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Why a file in a folder could not be written, in words for a person. */
export function reasonNotWritten(error: unknown, folder: string): string {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no folder ${folder}`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `${folder} may not be written to`;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'there is no room left on that disk';
  if (code === 'EEXIST') return `${folder} is a file and no folder`;
  return error instanceof Error ? error.message : String(error);
}
