import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { LabError } from '../../../shared/fault.ts';
import type { NodeFile } from '../../../shared/handshake/options.ts';
import { asNode } from '../role-process.ts';

const execute = promisify(execFile);

/** The roles are built for Node 20 and keep to what 18 has. */
const LEAST_MAJOR = 18;
const PATIENCE_MS = 10_000;
const allowed = `a Node.js ${LEAST_MAJOR} or newer, or an Electron, whose version or TLS library no other one has`;

const versionsSchema = z.object({ node: z.string() });

/** @param reason what was found */
export function runtimeUnusable({ file, isNamed }: NodeFile, reason: string, cause?: unknown): LabError {
  const message = isNamed
    ? `--node, or nodePaths of the settings: ${file} was given, ${reason}; allowed: ${allowed}`
    : `The node that was found at ${file}, ${reason}, is left out; it would take ${allowed}.`;
  return new LabError({ code: 'runtime-unusable', message, field: 'nodes', given: file, allowed }, { cause });
}

async function versionsPrintedBy(node: NodeFile): Promise<string> {
  try {
    const args = ['-p', 'JSON.stringify(process.versions)'];
    return (await execute(node.file, args, { env: asNode, timeout: PATIENCE_MS })).stdout;
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    const reasons: Record<string, string> = {
      ENOENT: 'which is not there',
      EACCES: 'which may not be run',
    };
    throw runtimeUnusable(node, reasons[String(code)] ?? 'which does not answer as Node.js does', error);
  }
}

/**
 * Makes sure that a file is a Node executable, by asking it.
 * @throws LabError `runtime-unusable` that says what it is instead
 */
export async function assertNode(node: NodeFile): Promise<void> {
  const text = await versionsPrintedBy(node);
  let versions: z.infer<typeof versionsSchema>;
  try {
    versions = versionsSchema.parse(JSON.parse(text));
  } catch (error) {
    throw runtimeUnusable(node, 'which does not answer as Node.js does', error);
  }
  if (Number.parseInt(versions.node, 10) < LEAST_MAJOR)
    throw runtimeUnusable(node, `which is Node.js ${versions.node}`);
}
