import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpointList } from '@video-forge/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SiteWithFiles } from '../../../testing/local-files.ts'
import { newUser, type Session } from '../../../testing/people.ts'
import { inSeconds, playbackToken } from '../../../testing/protection/playback-token.ts'
import { addFinishedVideo } from '../../../testing/protection/protected-video.ts'
import type { Site } from '../../../testing/site.ts'
import { newId } from '../../platform/database/new-id.ts'

/** Everything that a stranger can ask an internal site for, with a public video, one with a password and a playlist on it. */
export function internalSiteSuite(name: string, open: (environment: Record<string, string>) => Promise<SiteWithFiles>): void {
  describe(`${name}: a site that is not public`, () => {
    let site: Site = undefined as never
    let [owner, colleague]: Session[] = []
    let [id, locked, captionId, names]: [string, string, string, string[]] = ['', '', '', []]
    const playlistId = newId()
    let webFolder = ''
    beforeAll(async () => {
      webFolder = await mkdtemp(join(tmpdir(), 'vf-web-'))
      for (const file of ['index.html', 'transcript-page.html', 'refused-page.html'])
        await writeFile(join(webFolder, file), '<!doctype html><head><title>page</title></head><noscript>Hm</noscript>')
      const opened = await open({ PUBLIC_SITE: 'off', WEB_FOLDER: webFolder })
      site = opened.site
      owner = await newUser(site.product, site.mailbox)
      colleague = await newUser(site.product, site.mailbox)
      ;({ id, captionId, names } = await addFinishedVideo(site, owner.user.id, opened.put))
      ;({ id: locked } = await addFinishedVideo(site, owner.user.id, opened.put))
      await callAs(owner, `PATCH /gallery/videos/${locked}`, { password: 'open sesame' })
      await site.sql.query(`insert into playlists (id, user_id, title, visibility) values ($1, $2, 'List', 'public')`, [
        playlistId,
        owner.user.id,
      ])
      await site.sql.query('insert into playlist_videos (playlist_id, video_id, position) values ($1, $2, 1)', [playlistId, id])
    })
    afterAll(async () => {
      await site.stop()
      await rm(webFolder, { recursive: true })
    })

    const callAs = (who: Session | undefined, key: string, body?: object) =>
      site.product.call(key, { ...(who && { token: who.tokens.idToken }), ...(body && { body }) })
    const get = async (path: string, method = 'GET') => {
      const answer = await fetch(site.product.url + path, { method, redirect: 'manual' })
      return { status: answer.status, text: await answer.text(), robots: answer.headers.get('x-robots-tag') }
    }

    /** The paths of a call about something that is there, and about something that is not. */
    const pathsOf = (key: string) =>
      [id, locked, playlistId, newId()].map((each) =>
        key
          .replaceAll(/\{(\w+)\}/g, (_, name: string) =>
            name === 'username' ? (owner?.user.username ?? '') : name === 'captionId' ? captionId : each,
          )
          .replace('GET /oembed', `GET /oembed?url=${encodeURIComponent(`${site.product.url}/video/${each}`)}`)
          .replace(/^(GET \/gallery\/(?:search|suggestions))$/, '$1?q=zeppelin'),
      )
    const forStrangers = endpointList.filter(([, { access }]) => access === 'anyone' || access === 'visitor')

    test.each(forStrangers.map(([key, { strangers }]) => [key, strangers] as const))('%s: %s', async (key, strangers) => {
      for (const path of pathsOf(key)) {
        const { body } = await callAs(undefined, path, key.startsWith('POST') ? {} : undefined)
        if (strangers === 'always') expect(body.code).not.toBe('NOT_SIGNED_IN')
        else expect([path, body.code]).toEqual([path, 'NOT_SIGNED_IN'])
      }
    })

    const watchCalls = (of: string, query: string) =>
      ['', '/stream', '/captions', '/transcript', '/downloads'].map((part) => `GET /gallery/videos/${of}${part}?${query}`)
    const report = { session: 'a-session', ranges: [[0, 1]], startup: 0.1, stalls: 0 }
    const statuses = async (query: string, who?: Session, of = id) => {
      const answers = [
        ...watchCalls(of, query).map((key) => callAs(who, key)),
        callAs(who, `POST /gallery/videos/${of}/plays?${query}`, report),
      ]
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    const allOpen = [200, 200, 200, 200, 200, 204]

    test('a link or token that opens nothing shows nothing, whether the video is there or not', async () => {
      for (const query of ['link=wrong', 'token=wrong', 'link=wrong&grant=wrong', 'grant=wrong', 'link=', 'LINK=x']) {
        const answers = await Promise.all([id, locked, newId()].map((of) => statuses(query, undefined, of)))
        expect(answers.flat().filter((status) => status < 400)).toEqual([])
        expect([query, answers[0]]).toEqual([query, answers[2]])
        expect([query, answers[1]]).toEqual([query, answers[2]])
      }
      for (const list of ['GET /gallery/videos?link=x', 'GET /gallery/search?q=zeppelin&token=x', 'GET /gallery/suggestions?q=z&link=x'])
        expect((await callAs(undefined, list)).status).toBe(401)
      expect((await callAs(undefined, `POST /gallery/videos/${locked}/unlock`, { password: 'open sesame' })).status).toBe(401)
      expect((await callAs(undefined, `POST /gallery/videos/${locked}/unlock?link=x`, { password: 'open sesame' })).status).toBe(404)
    })

    test('no file has an address without a signature', async () => {
      for (const of of [id, locked])
        for (const method of ['GET', 'HEAD']) {
          const answers = await Promise.all(names.map((file) => get(`/media/${of}/public/${file}`, method)))
          expect(answers.map(({ status }) => status)).toEqual(names.map(() => 404))
        }
    })

    test('no feed, no sitemap, nothing for crawlers', async () => {
      for (const base of ['/feeds', `/feeds/u/${owner?.user.username}`, '/feeds/tag/x', `/feeds/playlist/${playlistId}`])
        for (const file of ['videos.rss', 'videos.atom', 'videos.mrss', 'podcast.rss'])
          expect((await get(`${base}/${file}`)).status).toBe(404)
      for (const path of [`/feeds/enclosures/${id}.mp4`, '/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/videos-0.xml'])
        expect([path, (await get(path)).status]).toEqual([path, 404])
      const robots = await get('/robots.txt')
      expect([robots.text, robots.robots]).toEqual(['User-agent: *\nDisallow: /\n', 'noindex, nofollow'])
    })

    test('a page says the same of what is there and of what is not', async () => {
      for (const page of ['/video/ID', '/embed/ID', '/video/ID/transcript', '/video/ID/statistics', '/playlist/ID', '/video/ID?link=x']) {
        const [there, closed, missing] = await Promise.all([id, locked, newId()].map((each) => get(page.replace('ID', each))))
        expect([page, there]).toEqual([page, missing])
        expect([page, closed]).toEqual([page, missing])
      }
      expect((await get(`/video/${id}`)).text).toContain('<meta name="site" content="internal">')
      expect(await get(`/u/${owner?.user.username}`)).toEqual(await get('/u/nobody-at-all'))
    })

    test('people with an account see what is public, by addresses that end', async () => {
      expect(await statuses('', colleague)).toEqual(allOpen)
      expect((await callAs(colleague, 'GET /gallery/videos')).body['videos']).toMatchObject([{ id }])
      const { body } = await callAs(colleague, `GET /gallery/videos/${id}/stream`)
      expect(body['expiresAt']).toEqual(expect.any(String))
      const folder = String(body['hlsUrl'])
        .replace(/\/master\.m3u8$/, '')
        .replace(site.product.url, '')
      expect(folder).not.toContain('/public')
      for (const file of names) expect([file, (await get(`${folder}/${file}`)).status < 400]).toEqual([file, true])
      await callAs(owner, `PATCH /gallery/videos/${id}`, { visibility: 'private' })
      expect((await get(`${folder}/480p.mp4`)).status).toBe(404)
      await callAs(owner, `PATCH /gallery/videos/${id}`, { visibility: 'public' })
    })

    test('a token that the owner signed opens one video, and so does a share link', async () => {
      const { body: made } = await callAs(owner, 'POST /account/signing-keys', { name: 'intranet', algorithm: 'HS256' })
      const key = { kid: (made['key'] as { id: string }).id, alg: 'HS256', secret: String(made['secret']) } as const
      const token = `token=${playbackToken(key, { sub: id, exp: inSeconds(600) })}`
      await callAs(owner, `PATCH /gallery/videos/${id}`, { visibility: 'private' })
      const { body: shared } = await callAs(owner, `POST /gallery/videos/${id}/links`, {})
      const link = `link=${new URL((shared['link'] as { url: string }).url).searchParams.get('link')}`
      for (const query of [token, link]) {
        expect(await statuses(query)).toEqual(allOpen)
        expect((await statuses(query, undefined, locked)).every((status) => status >= 400)).toBe(true)
        const { body } = await callAs(undefined, `GET /gallery/videos/${id}/stream?${query}`)
        expect((await get(String(body['streamUrl']).replace(site.product.url, ''))).status).toBeLessThan(400)
        expect((await get(`/video/${id}?${query}`)).robots).toContain('noindex')
      }
      await callAs(owner, `PATCH /gallery/videos/${id}`, { visibility: 'public' })
    })
  })
}
