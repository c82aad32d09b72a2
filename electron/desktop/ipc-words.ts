/**
 * What goes between the preload and the main process: texts on one channel, either way. A text is JSON, or from the
 * preload one of these two words, which no JSON text can be.
 */
export const ipcChannelName = 'tls-cost-lab';

/** The preload of a document that has just begun to load. */
export const helloWord = 'hello';
/** The preload has handed one text to its page. */
export const seenWord = 'seen';
