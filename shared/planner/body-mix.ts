import { formatBytes, type Language, parseBytes } from '../units.ts';
import type { Traffic } from './traffic.ts';

/** What was typed stays text where it is no number, so that whoever checks it can quote it. */
const numberOr = (text: string): number | string => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/** Bodies as they were typed, unchecked: `parseTraffic` says what of them can't be. */
export type TypedBodies = readonly { readonly bodyBytes: number | string; readonly share: number | string }[];

/**
 * Reads `20000` or `20KB` as one size, and `256:0.8,64KB:0.2` as sizes with their shares.
 * @returns undefined where neither can be seen in it
 */
export function typedBodies(text: string): TypedBodies | undefined {
  const parts = text.split(',').map((part) => part.split(':').map((word) => word.trim()));
  const [first] = parts;
  if (parts.length === 1 && first?.length === 1) {
    const [size = ''] = first;
    return size === '' ? undefined : [{ bodyBytes: parseBytes(size) ?? size, share: 1 }];
  }
  const bodies = parts.map(([size = '', share = '', ...rest]) =>
    size === '' || share === '' || rest.length > 0
      ? undefined
      : { bodyBytes: parseBytes(size) ?? size, share: numberOr(share) },
  );
  return bodies.every((one) => one !== undefined) ? bodies : undefined;
}

/** The same as it would be typed. */
export function bodiesText({ bodies }: Pick<Traffic, 'bodies'>, language: Language): string {
  const [first] = bodies;
  if (bodies.length === 1 && first?.share === 1) return formatBytes(first.bodyBytes, language);
  return bodies.map(({ bodyBytes, share }) => `${bodyBytes}:${share}`).join(', ');
}
