import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A real OpenID Connect provider, with a page on which anybody may say who they are. */
export interface OpenIdProvider {
  issuer: string
  environment: { GOOGLE_CLIENT_ID: string; GOOGLE_CLIENT_SECRET: string; GOOGLE_ISSUER: string }
  /** The same provider as the site's own single sign-on. */
  ownEnvironment: { OIDC_ISSUER: string; OIDC_CLIENT_ID: string; OIDC_CLIENT_SECRET: string }
  /** The groups of people, by their name. */
  groups: Map<string, string[]>
  /** Does what a person does with the provider's pages, and gives the address they end at. */
  visit(authUrl: string, login: string): Promise<URL>
  close(): Promise<void>
}

const client = { client_id: 'video-forge', client_secret: 'provider-secret-of-the-test' }

/** People whose name starts with `unverified` have an address that the provider never verified. */
export async function openProvider(redirectUri: string): Promise<OpenIdProvider> {
  const server = createServer()
  const groups = new Map<string, string[]>()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@example.com`,
        email_verified: !id.startsWith('unverified'),
        name: id,
        groups: groups.get(id),
      }),
    }),
  })
  server.on('request', provider.callback())
  return {
    issuer,
    groups,
    ownEnvironment: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.client_id, OIDC_CLIENT_SECRET: client.client_secret },
    environment: { GOOGLE_CLIENT_ID: client.client_id, GOOGLE_CLIENT_SECRET: client.client_secret, GOOGLE_ISSUER: issuer },
    visit: (authUrl, login) => visitAs(authUrl, login, redirectUri),
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function visitAs(authUrl: string, login: string, redirectUri: string): Promise<URL> {
  const jar = new Map<string, string>()
  const go = async (url: URL, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/)
      jar.set(name, value)
    }
    return response
  }
  let url = new URL(authUrl)
  let response = await go(url)
  for (let step = 0; step < 10; step += 1) {
    const location = response.headers.get('location')
    if (location) {
      url = new URL(location, url)
      if (url.href.startsWith(redirectUri)) return url
      response = await go(url)
    } else {
      const page = await response.text()
      const action = /action="([^"]+)"/.exec(page)?.[1]
      if (!action) throw new Error(`the provider shows no form at ${url.pathname}: ${page.slice(0, 200)}`)
      const prompt = page.includes('value="login"') ? { prompt: 'login', login, password: 'any' } : { prompt: 'consent' }
      url = new URL(action, url)
      response = await go(url, prompt)
    }
  }
  throw new Error('the provider never came back')
}
