/** An event as Electron hands it to listeners: it can be prevented, and carries `details`. */
export function makeEvent<T extends object>(details: T) {
  const event = {
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
    ...details,
  };
  return event;
}
