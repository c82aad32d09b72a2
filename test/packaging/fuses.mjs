import { getCurrentFuseWire } from '@electron/fuses';

// By position in the executable's fuse wire; the values are the ones that ELECTRON.md decided on.
const wanted = {
  0: ['runAsNode', true],
  1: ['enableCookieEncryption', true],
  2: ['enableNodeOptionsEnvironmentVariable', false],
  3: ['enableNodeCliInspectArguments', false],
  4: ['enableEmbeddedAsarIntegrityValidation', true],
  5: ['onlyLoadAppFromAsar', true],
  7: ['grantFileProtocolExtraPrivileges', false],
};
const enabled = '1'.charCodeAt(0);

/**
 * Reads the fuses back from a built executable.
 * @throws Error that names each fuse that is not as decided
 */
export async function checkFuses(executable) {
  const wire = await getCurrentFuseWire(executable);
  const wrong = Object.entries(wanted).filter(([at, [, on]]) => (wire[at] === enabled) !== on);
  if (wrong.length > 0) throw new Error(wrong.map(([, [name, on]]) => `${name} should be ${on}`).join(', '));
  return Object.values(wanted).map(([name, on]) => `${name} ${on ? 'on' : 'off'}`);
}
