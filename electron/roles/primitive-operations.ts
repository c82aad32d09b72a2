import crypto from 'node:crypto';
import {
  aeadBytes,
  aeadCiphers,
  type Primitive,
  type PrimitiveLeftOut,
  type SignatureKey,
  signatureKeys,
} from '../../shared/handshake/primitives-api.ts';

/** A primitive with everything that it needs at hand. */
export interface Runnable {
  readonly primitive: Primitive;
  readonly run: () => unknown;
}

type Algorithm = Primitive['algorithm'];

/** What CertificateVerify signs under SHA-256: 64 spaces, a context of 33 bytes, a zero, the hash (RFC 8446 §4.4.3). */
const signedContent = Buffer.alloc(64 + 33 + 1 + 32, ' ');
/** TLS 1.3 signs with RSASSA-PSS, the salt as long as the hash (RFC 8446 §4.2.3). */
const pss = { padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };

interface SignatureScheme {
  /** Ed25519 has its own. */
  readonly hash: 'sha256' | null;
  readonly options: object;
  makeKeys(): crypto.KeyPairKeyObjectResult;
}

const schemes: Record<SignatureKey, SignatureScheme> = {
  'ecdsa-p256': {
    hash: 'sha256',
    options: {},
    makeKeys: () => crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  },
  'rsa-2048': {
    hash: 'sha256',
    options: pss,
    makeKeys: () => crypto.generateKeyPairSync('rsa', { modulusLength: 2048 }),
  },
  'rsa-4096': {
    hash: 'sha256',
    options: pss,
    makeKeys: () => crypto.generateKeyPairSync('rsa', { modulusLength: 4096 }),
  },
  ed25519: { hash: null, options: {}, makeKeys: () => crypto.generateKeyPairSync('ed25519') },
};

function signatures(algorithm: SignatureKey): Runnable[] {
  const { hash, options, makeKeys } = schemes[algorithm];
  const keys = makeKeys();
  const own = { key: keys.privateKey, ...options };
  const theirs = { key: keys.publicKey, ...options };
  const signature = crypto.sign(hash, signedContent, own);
  return [
    { primitive: { operation: 'sign', algorithm }, run: () => crypto.sign(hash, signedContent, own) },
    {
      primitive: { operation: 'verify', algorithm },
      run: () => crypto.verify(hash, signedContent, theirs, signature),
    },
  ];
}

function agreement(algorithm: Algorithm, makeKeys: () => crypto.KeyPairKeyObjectResult): Runnable[] {
  const { privateKey } = makeKeys();
  const { publicKey } = makeKeys();
  return [
    { primitive: { operation: 'generate', algorithm }, run: makeKeys },
    {
      primitive: { operation: 'agree', algorithm },
      run: () => crypto.diffieHellman({ privateKey, publicKey }),
    },
  ];
}

/** Node's functions for it are newer than the types that this program is checked against. */
function encapsulation(): Runnable[] {
  const encapsulate: unknown = Reflect.get(crypto, 'encapsulate');
  const decapsulate: unknown = Reflect.get(crypto, 'decapsulate');
  if (typeof encapsulate !== 'function' || typeof decapsulate !== 'function') {
    throw new Error('crypto.encapsulate came with Node 24.7, where it needs OpenSSL 3.5');
  }
  const makeKeys = (): crypto.KeyPairKeyObjectResult =>
    Reflect.apply(crypto.generateKeyPairSync, crypto, ['ml-kem-768']);
  const { privateKey, publicKey } = makeKeys();
  const { ciphertext } = encapsulate(publicKey);
  const algorithm = 'ml-kem-768';
  return [
    { primitive: { operation: 'generate', algorithm }, run: makeKeys },
    { primitive: { operation: 'encapsulate', algorithm }, run: () => encapsulate(publicKey) },
    { primitive: { operation: 'decapsulate', algorithm }, run: () => decapsulate(privateKey, ciphertext) },
  ];
}

/** RFC 8446 §5.3; a constant one is good enough for bytes that go nowhere. */
const nonce = Buffer.alloc(12, 1);
const key128 = Buffer.alloc(16, 2);
const key256 = Buffer.alloc(32, 2);

const openCipher = {
  'aes-128-gcm': () => crypto.createCipheriv('aes-128-gcm', key128, nonce),
  'aes-256-gcm': () => crypto.createCipheriv('aes-256-gcm', key256, nonce),
  'chacha20-poly1305': () => crypto.createCipheriv('chacha20-poly1305', key256, nonce, { authTagLength: 16 }),
};

function seals(algorithm: keyof typeof openCipher): Runnable[] {
  const open = openCipher[algorithm];
  return aeadBytes.map((bytes) => {
    const content = Buffer.alloc(bytes, 'What does TLS cost, and who pays? ');
    return {
      primitive: { operation: 'seal', algorithm, bytes },
      run: () => {
        const cipher = open();
        cipher.update(content);
        cipher.final();
        return cipher.getAuthTag();
      },
    };
  });
}

const makers: readonly (readonly [Algorithm, () => Runnable[]])[] = [
  ...signatureKeys.map((key) => [key, () => signatures(key)] as const),
  ['x25519', () => agreement('x25519', () => crypto.generateKeyPairSync('x25519'))],
  ['p-256', () => agreement('p-256', () => crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' }))],
  ['ml-kem-768', encapsulation],
  ...aeadCiphers.map((cipher) => [cipher, () => seals(cipher)] as const),
];

/** Makes the keys of all primitives and does each once; what this runtime can't do is left out with its reason. */
export function prepareOperations(): { runnables: Runnable[]; leftOut: PrimitiveLeftOut[] } {
  const runnables: Runnable[] = [];
  const leftOut: PrimitiveLeftOut[] = [];
  for (const [algorithm, make] of makers) {
    try {
      const made = make();
      for (const { run } of made) run();
      runnables.push(...made);
    } catch (error) {
      leftOut.push({ algorithm, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { runnables, leftOut };
}
