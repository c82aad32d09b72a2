import { EventEmitter } from 'node:events';
import { refuseMissingMembers } from '../refuse-missing.ts';

type InvokeHandler = (event: object, ...args: unknown[]) => unknown;

/** ipcMain, and the same for one window as webContents.ipc. */
export class IpcMain extends EventEmitter {
  private readonly handlers = new Map<string, InvokeHandler>();

  handle(channel: string, handler: InvokeHandler): void {
    if (this.handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this.handlers.set(channel, handler);
  }

  handleOnce(channel: string, handler: InvokeHandler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }

  /** The handler of a channel, for the stand-in itself. */
  handlerOf(channel: string): InvokeHandler | undefined {
    return this.handlers.get(channel);
  }
}

refuseMissingMembers('ipcMain', IpcMain);

export const ipcMain = new IpcMain();
