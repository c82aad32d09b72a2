import { contextBridge, ipcRenderer } from 'electron';
import { helloWord, ipcChannelName, seenWord } from './desktop/ipc-words.ts';

// A page has one listener. One that connects anew brings another, and its first must not hear everything twice.
let listener: ((text: string) => void) | undefined;

ipcRenderer.on(ipcChannelName, (_event, text: unknown) => {
  try {
    if (typeof text === 'string') listener?.(text);
  } finally {
    ipcRenderer.send(ipcChannelName, seenWord);
  }
});

contextBridge.exposeInMainWorld('tlsCostLab', {
  post: (text: string) => ipcRenderer.send(ipcChannelName, text),
  on: (wanted: (text: string) => void) => {
    listener = wanted;
  },
});

ipcRenderer.send(ipcChannelName, helloWord);
