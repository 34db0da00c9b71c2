import type { VideoDetails } from '@video-forge/contract/gallery'
import type { SearchResult } from '@video-forge/contract/search'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SiteWithFiles } from '../../../testing/local-files.ts'
import { newUser, type Session } from '../../../testing/people.ts'
import { inSeconds, playbackToken } from '../../../testing/protection/playback-token.ts'
import { addFinishedVideo } from '../../../testing/protection/protected-video.ts'
import type { Site } from '../../../testing/site.ts'

type SigningKey = Parameters<typeof playbackToken>[0]
const password = 'open sesame'
const report = { session: 'a-session', ranges: [[0, 1]], startup: 0.1, stalls: 0 }

/** Every route that carries something of a video, attacked on one storage. */
export function protectedRoutesSuite(name: string, open: () => Promise<SiteWithFiles>): void {
  describe(`${name}: protected playback`, () => {
    let [site, put]: [Site, SiteWithFiles['put']] = [undefined as never, undefined as never]
    let [owner, stranger]: Session[] = []
    let [id, names]: [string, string[]] = ['', []]
    beforeAll(async () => {
      ;({ site, put } = await open())
      owner = await newUser(site.product, site.mailbox)
      stranger = await newUser(site.product, site.mailbox)
    })
    afterAll(() => site.stop())
    beforeEach(async () => {
      ;({ id, names } = await addFinishedVideo(site, owner?.user.id ?? '', put))
    })

    const callAs = (who: Session | undefined, key: string, body?: object, headers: Record<string, string> = {}) =>
      site.product.call(key, { ...(who && { token: who.tokens.idToken }), ...(body && { body }), headers })
    const change = async (body: object) => expect((await callAs(owner, `PATCH /gallery/videos/${id}`, body)).status).toBe(200)
    const unlock = async (typed: string, query = '') => callAs(undefined, `POST /gallery/videos/${id}/unlock${query}`, { password: typed })
    const grantOf = async (typed: string, query = '') => String((await unlock(typed, query)).body['grant'])
    const newKey = async (alg: SigningKey['alg']): Promise<SigningKey> => {
      const { body } = await callAs(owner, 'POST /account/signing-keys', { name: 'site', algorithm: alg })
      return { kid: (body['key'] as { id: string }).id, alg, secret: String(body['secret']) }
    }
    const statusAt = async (address: string, headers: Record<string, string> = {}) => (await fetch(address, { headers })).status

    /** The calls about the video, with these credentials. */
    const callStatuses = async (query: string, who?: Session, headers: Record<string, string> = {}) => {
      const calls = ['', '/stream', '/captions', '/transcript', '/downloads'].map((part) => `GET /gallery/videos/${id}${part}?${query}`)
      const answers = await Promise.all([
        ...calls.map((key) => callAs(who, key, undefined, headers)),
        callAs(who, `POST /gallery/videos/${id}/plays?${query}`, report, headers),
      ])
      return answers.map(({ status, body }) => (body.code ? `${status} ${body.code}` : String(status)))
    }
    const allOpen = [...Array<string>(5).fill('200'), '204']
    const allRefused = (answer: string) => Array<string>(6).fill(answer)

    /** The folder of the files for a viewer with these credentials. */
    const folderFor = async (query: string) => {
      const { body } = await callAs(undefined, `GET /gallery/videos/${id}/stream?${query}`)
      return String(body['hlsUrl']).replace('/master.m3u8', '')
    }
    const mediaStatuses = async (folder: string, headers: Record<string, string> = {}) =>
      new Set(await Promise.all(names.map((file) => statusAt(`${folder}/${file}`, headers))))
    const publicFolder = () => `${site.product.url}/media/${id}/public`

    /** What a visitor finds of it without opening it. */
    const traces = async () => {
      const [list, found, people] = await Promise.all([
        callAs(undefined, 'GET /gallery/videos?limit=100'),
        Promise.all(
          ['zeppelin', 'moored', 'xylophone', '"xylophone sleeps"'].map((q) =>
            callAs(stranger, `GET /gallery/search?q=${encodeURIComponent(q)}`),
          ),
        ),
        callAs(undefined, `GET /oembed?url=${encodeURIComponent(`${site.product.url}/video/${id}`)}`),
      ])
      const ids = [
        ...(list.body['videos'] as VideoDetails[]),
        ...found.flatMap(({ body }) => (body['results'] as SearchResult[]).map(({ video }) => video)),
      ]
      return { isListed: ids.some((video) => video.id === id), oembed: people.status }
    }

    test('a password closes every route, and its grant opens them until it changes', async () => {
      expect(await callStatuses('')).toEqual(allOpen)
      expect(await mediaStatuses(publicFolder())).toEqual(new Set([200]))
      expect(await traces()).toEqual({ isListed: true, oembed: 200 })

      await change({ password })
      const locked = allRefused('401 PASSWORD_REQUIRED')
      expect(await callStatuses('')).toEqual(locked)
      expect(await callStatuses('', stranger)).toEqual(locked)
      expect(await callStatuses('grant=watch.2.zzzzzz.password.-.forged')).toEqual(locked)
      expect(await mediaStatuses(publicFolder())).toEqual(new Set([401]))
      expect(await traces()).toEqual({ isListed: false, oembed: 404 })
      expect(await callStatuses('', owner)).toEqual(allOpen)

      expect((await unlock('open sesam')).body).toMatchObject({ code: 'INVALID_CREDENTIALS', message: 'That password is wrong.' })
      const grant = await grantOf(password)
      expect(await callStatuses(`grant=${grant}`)).toEqual(allOpen)
      const folder = await folderFor(`grant=${grant}`)
      expect(await mediaStatuses(folder)).toEqual(new Set([200]))
      // The grant is no media address, and an address is no grant.
      expect(await mediaStatuses(`${site.product.url}/media/${id}/${grant}`)).toEqual(new Set([404]))
      expect(await callStatuses(`grant=${folder.split('/').at(-1)}`)).toEqual(locked)

      await change({ password: 'another password' })
      expect(await callStatuses(`grant=${grant}`)).toEqual(locked)
      expect(await mediaStatuses(folder)).toEqual(new Set([401]))
      expect((await unlock(password)).status).toBe(401)

      await change({ password: null })
      expect(await callStatuses('')).toEqual(allOpen)
      expect(await mediaStatuses(publicFolder())).toEqual(new Set([200]))
      expect((await unlock(password)).status).toBe(409)
    })

    test('a grant of one video opens no other', async () => {
      await change({ password })
      const grant = await grantOf(password)
      ;({ id, names } = await addFinishedVideo(site, owner?.user.id ?? '', put))
      await change({ password })
      expect(await callStatuses(`grant=${grant}`)).toEqual(allRefused('401 PASSWORD_REQUIRED'))
    })

    test('a private video with a password needs the link and the password', async () => {
      await change({ password, visibility: 'private' })
      const missing = allRefused('404 NOT_FOUND')
      expect(await callStatuses('')).toEqual(missing)
      expect((await unlock(password)).status).toBe(404)
      const { body } = await callAs(owner, `POST /gallery/videos/${id}/links`, {})
      const { id: linkId, url } = body['link'] as { id: string; url: string }
      const link = `link=${new URL(url).searchParams.get('link')}`
      expect(await callStatuses(link)).toEqual(allRefused('401 PASSWORD_REQUIRED'))
      const grant = await grantOf(password, `?${link}`)
      expect(await callStatuses(`grant=${grant}`)).toEqual(missing)
      expect(await callStatuses(`${link}&grant=${grant}`)).toEqual(allOpen)
      const folder = await folderFor(`${link}&grant=${grant}`)
      expect(await mediaStatuses(folder)).toEqual(new Set([200]))
      await callAs(owner, `DELETE /gallery/videos/${id}/links/${linkId}`)
      expect(await callStatuses(`${link}&grant=${grant}`)).toEqual(missing)
      expect(await mediaStatuses(folder)).toEqual(new Set([404]))
      // Only its owner makes it visible to more people, never the end of the password.
      await change({ password: null })
      expect(await callStatuses('')).toEqual(missing)
    })

    test.each(['EdDSA', 'HS256'] as const)('a token of %s opens what its owner closed, until its key is deleted', async (alg) => {
      const key = await newKey(alg)
      const token = playbackToken(key, { sub: id, exp: inSeconds(600) })
      for (const closed of [{ visibility: 'private' }, { visibility: 'public', password }]) {
        await change(closed)
        expect(await callStatuses(`token=${token}`)).toEqual(allOpen)
        expect(await mediaStatuses(await folderFor(`token=${token}`))).toEqual(new Set([200]))
      }
      const { body } = await callAs(undefined, `GET /gallery/videos/${id}?token=${token}`)
      expect(body['video']).toMatchObject({ canEdit: false, embedDomains: null })
      const folder = await folderFor(`token=${token}`)
      expect((await callAs(stranger, `PATCH /gallery/videos/${id}?token=${token}`, { title: 'Mine' })).status).toBe(403)

      expect((await callAs(owner, `DELETE /account/signing-keys/${key.kid}`)).status).toBe(200)
      expect(await callStatuses(`token=${token}`)).toEqual(allRefused('401 INVALID_TOKEN'))
      expect(await mediaStatuses(folder)).toEqual(new Set([401]))
    })

    test('only the named sites get what an embedded player needs', async () => {
      await change({ embedDomains: ['https://Shop.example/path', '*.partner.example'] })
      const folder = await folderFor('')
      expect(folder).not.toContain('/public')
      expect(await mediaStatuses(publicFolder())).toEqual(new Set([404]))
      const from = (origin: string) => ({ referer: `${origin}/page` })
      for (const allowed of [
        {},
        from(site.product.url),
        from('https://shop.example'),
        from('https://a.partner.example'),
        { 'sec-fetch-site': 'same-origin' },
      ]) {
        expect(await mediaStatuses(folder, allowed)).toEqual(new Set([200]))
        expect(await callStatuses('', undefined, allowed)).toEqual(allOpen)
      }
      const refused = [
        from('https://shop.example.evil'),
        from('https://partner.example'),
        from('https://evilshop.example'),
        from('https://shop.example:8443'),
        { origin: 'https://evil.example', referer: 'https://shop.example/' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
      ]
      for (const headers of refused) {
        expect(await mediaStatuses(folder, headers)).toEqual(new Set([404]))
        expect((await callStatuses('', undefined, headers)).slice(0, 5)).toEqual(allRefused('403 NOT_ALLOWED').slice(0, 5))
      }
    })
  })
}
