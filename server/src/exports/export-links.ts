import { createHmac, timingSafeEqual } from 'node:crypto'
import { exportRules } from '@video-forge/contract/rules/export-rules'

export const exportPath = '/exports'

export interface ExportLinks {
  /** The signed path of an archive. It needs no other permission until it expires. */
  pathOf(id: string, filename: string, now?: number): string
  isValid(id: string, grant: string, now?: number): boolean
}

export function createExportLinks(secret: string): ExportLinks {
  const sign = (id: string, expires: string) => createHmac('sha256', secret).update(`export ${id} ${expires}`).digest('base64url')
  return {
    pathOf(id, filename, now = Date.now()) {
      const expires = Math.floor(now / 1000 + exportRules.linkHours * 3600).toString(36)
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
