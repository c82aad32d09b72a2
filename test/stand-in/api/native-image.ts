import { readFileSync } from 'node:fs';
import { refuseMissing, refuseMissingMembers } from '../refuse-missing.ts';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG image; other bytes make an empty one, as undecodable bytes do in Electron. */
class NativeImage {
  private readonly png: Buffer | undefined;

  constructor(bytes: Buffer) {
    this.png = bytes.subarray(0, 8).equals(pngSignature) ? bytes : undefined;
  }

  isEmpty(): boolean {
    return this.png === undefined;
  }

  toPNG(): Buffer {
    return this.png ?? Buffer.alloc(0);
  }

  toDataURL(): string {
    return `data:image/png;base64,${this.toPNG().toString('base64')}`;
  }

  getSize(): { width: number; height: number } {
    const [widthAt, heightAt] = [16, 20]; // in IHDR, always the first chunk
    if (!this.png) return { width: 0, height: 0 };
    return { width: this.png.readUInt32BE(widthAt), height: this.png.readUInt32BE(heightAt) };
  }
}

refuseMissingMembers('NativeImage', NativeImage);

export const nativeImage = refuseMissing('nativeImage', {
  createEmpty: () => new NativeImage(Buffer.alloc(0)),
  createFromBuffer: (bytes: Buffer) => new NativeImage(bytes),
  createFromDataURL: (url: string) => new NativeImage(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')),
  createFromPath: (file: string) => new NativeImage(readFileSync(file)),
});
