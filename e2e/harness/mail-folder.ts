import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { vi } from 'vitest'
import { theProduct } from './the-product.ts'

/** The code in the newest mail to somebody, as the embedded default keeps it; waits until it is there. */
export const mailedCode = (address: string, besides?: string): Promise<string> => codeMailedBy(theProduct().dataDir, address, besides)

/** The same, of a product with this folder. */
export async function codeMailedBy(dataDir: string, address: string, besides?: string): Promise<string> {
  const folder = join(dataDir, 'mail')
  return vi.waitFor(
    async () => {
      for (const name of (await readdir(folder))
        .filter((file) => file.endsWith('.eml'))
        .sort()
        .reverse()) {
        const content = await readFile(join(folder, name))
        if (!content.includes(address)) continue
        const mail = await PostalMime.parse(content)
        const code = /^\s+(\d{6})$/m.exec(mail.text ?? '')?.[1]
        if (code && code !== besides && mail.to?.some((to) => to.address === address)) return code
      }
      throw new Error(`no mail to ${address}`)
    },
    { timeout: 20_000, interval: 50 },
  )
}
