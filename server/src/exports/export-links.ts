import { createHmac, timingSafeEqual } from 'node:crypto'

export const exportPath = '/exports'

export interface ExportLinks {
  /** The signed path of an archive. It needs no other permission until then. */
  pathOf(id: string, filename: string, until: Date): string
  isValid(id: string, grant: string, now?: number): boolean
}

export function createExportLinks(secret: string): ExportLinks {
  const sign = (id: string, expires: string) => createHmac('sha256', secret).update(`export ${id} ${expires}`).digest('base64url')
  return {
    pathOf(id, filename, until) {
      const expires = Math.floor(until.getTime() / 1000).toString(36)
      return `${exportPath}/${id}/${expires}.${sign(id, expires)}/${filename}`
    },

    isValid(id, grant, now = Date.now()) {
      const [expires = '', signature = ''] = grant.split('.')
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(id, expires))]
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
      return isGenuine && Number.parseInt(expires, 36) * 1000 > now
    },
  }
}
