import type { VideoDetails } from '@video-forge/contract/gallery'
import type { PlayReport, Statistics } from '@video-forge/contract/plays'
import { newId } from '../src/platform/database/new-id.ts'
import { newUser, type Session, signInAdmin } from './people.ts'
import type { TestProduct } from './product.ts'
import { startProductWithMail } from './product-with-mail.ts'
import { connectSql } from './services/sql-client.ts'

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
export const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

interface Sender {
  who?: Session
  address?: string
  userAgent?: string
  link?: string
  to?: TestProduct
}

let addresses = 0
/** An address that no other test uses. */
export const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`

/** Half a minute, watched by a player that started well. */
export const report = (part: Partial<PlayReport> = {}): PlayReport => ({
  ...{ session: newId(), startup: 0.4, stalls: 0 },
  ranges: [[0, 30]],
  ...part,
})

/** A running product behind a proxy, so that reports can come from any address. */
export async function openPlaySite() {
  const { product, mailbox } = await startProductWithMail({ TRUSTED_PROXIES: 'loopback' })
  const sql = await connectSql(product)
  const owner = await newUser(product, mailbox)
  const read = (key: string, who: Session, period = '28') => product.call(`GET ${key}?period=${period}`, { token: who.tokens.idToken })
  return {
    product,
    mailbox,
    sql,
    owner,
    stranger: await newUser(product, mailbox),
    admin: await signInAdmin(product),
    read,

    async addVideo({ visibility = 'public', duration = 100, userId = owner.user.id, status = 'ready' } = {}): Promise<string> {
      const id = newId()
      await sql.query(`insert into videos (id, user_id, title, visibility, status, duration) values ($1, $2, 'A clip', $3, $4, $5)`, [
        ...[id, userId, visibility, status, duration],
      ])
      return id
    },

    send: (id: string, body: unknown, { who, address = newAddress(), userAgent = firefox, link, to = product }: Sender = {}) =>
      to.call(`POST /gallery/videos/${id}/plays${link ? `?link=${link}` : ''}`, {
        body,
        ...(who && { token: who.tokens.idToken }),
        headers: { 'x-forwarded-for': address, 'user-agent': userAgent },
      }),

    /** As the owner reads them. */
    async statisticsOf(id: string, period?: string): Promise<Statistics> {
      const { status, body } = await read(`/gallery/videos/${id}/statistics`, owner, period)
      if (status !== 200) throw new Error(`statistics answered ${status}: ${JSON.stringify(body)}`)
      return body as unknown as Statistics
    },

    detailsOf: async (id: string) => (await product.call(`GET /gallery/videos/${id}`)).body['video'] as VideoDetails,
  }
}
