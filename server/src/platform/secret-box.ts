import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts what must be read again, with a key of its own for each use. Who reads only the database learns nothing. */
export interface SecretBox {
  seal(text: string): Buffer
  /** Undefined if it was sealed with another secret, or changed. */
  open(sealed: Buffer): string | undefined
}

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

function createSecretBox(secret: string, use: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `video-forge ${use}`, 32))
  return {
    seal(text) {
      const iv = randomBytes(ivBytes)
      const encryption = createCipheriv(cipher, key, iv)
      const encrypted = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
      return Buffer.concat([iv, encryption.getAuthTag(), encrypted])
    },
    open(sealed) {
      try {
        const decryption = createDecipheriv(cipher, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
        decryption.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
        return Buffer.concat([decryption.update(sealed.subarray(ivBytes + tagBytes)), decryption.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

/** For the secrets of signing keys, which accounts store and playback reads. */
export const createSigningSecrets = (secret: string): SecretBox => createSecretBox(secret, 'signing keys')

/** For the keys and tokens of other places, which an import needs until it has ended. */
export const createImportSecrets = (secret: string): SecretBox => createSecretBox(secret, 'imports')
