/**
 * Name of a saved document's file, without its ending: what it is of, and the day and the minute (UTC) it was begun,
 * without signs that a file system refuses.
 * @param startedAt ISO 8601
 */
export const documentName = (of: 'handshakes' | 'probe' | 'suite', startedAt: string): string =>
  `tls-cost-lab-${of}-${startedAt.slice(0, 16).replaceAll(':', '').replace('T', '-')}`;
