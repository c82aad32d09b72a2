import type { EventEmitter } from 'node:events';

// Asked of any object by await, JSON.stringify, module interop and assertion libraries: absence is an answer.
const askedOfEverything = new Set(['then', 'toJSON', '__esModule', 'default', 'asymmetricMatch']);

/** The sentence for a part of Electron's API that the stand-in does not have. */
export const notImplemented = (what: string) => new Error(`electron stand-in: ${what} is not implemented`);

/**
 * Makes reading a member that `target` lacks throw instead of giving undefined. The trap sits at the end of
 * the prototype chain, so real members cost nothing and private fields keep working.
 */
export function refuseMissing<T extends object>(name: string, target: T): T {
  const base: object = Object.getPrototypeOf(target) ?? Object.prototype;
  const trap = new Proxy(base, {
    get(from, key, receiver) {
      if (typeof key === 'symbol' || key in from || askedOfEverything.has(key)) {
        return Reflect.get(from, key, receiver);
      }
      throw notImplemented(`${name}.${key}`);
    },
  });
  Object.setPrototypeOf(target, trap);
  return target;
}

/** The same for a class: its static members and those of its instances. */
export function refuseMissingMembers(name: string, type: { prototype: object }): void {
  refuseMissing(name, type);
  refuseMissing(name, type.prototype);
}

/** Makes listening for an event that the stand-in never fires throw, so that no listener waits in silence. */
export function refuseOtherEvents(name: string, emitter: EventEmitter, events: readonly string[]): void {
  const known = new Set<unknown>(events);
  emitter.on('newListener', (event) => {
    if (!known.has(event)) throw notImplemented(`event '${String(event)}' of ${name}`);
  });
}
