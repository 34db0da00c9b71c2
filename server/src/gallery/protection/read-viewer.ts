import { protectionRules } from '@video-forge/contract/rules/protection-rules'
import type { Caller } from '../../http/api/handlers.ts'
import type { Sender } from '../../platform/network/sender.ts'
import type { Grants } from '../grants.ts'
import { hashOfSecret, type Viewer, viewerOf } from '../viewer.ts'
import type { OpenToken } from './playback-tokens.ts'

/** What may open a video, as a viewer sends it. */
export interface Credentials {
  link?: string | undefined
  grant?: string | undefined
  token?: string | undefined
}

/** Those in the address of a page. */
export const credentialsIn = (query: URLSearchParams): Credentials => ({
  link: query.get('link') ?? undefined,
  grant: query.get('grant') ?? undefined,
  token: query.get('token')?.slice(0, protectionRules.maxTokenLength),
})

interface ViewerRequest {
  query: Credentials
  caller?: Caller | undefined
  facts: { sender: Sender }
}

export type ReadViewer = (videoId: string, request: ViewerRequest) => Promise<Viewer>

interface ViewerReaderDeps {
  grants: Grants
  openToken: OpenToken
  isPublicSite: boolean
}

/** Opens what a viewer sends for one video. Whether it is enough is decided with the video. */
export function createViewerReader({ grants, openToken, isPublicSite }: ViewerReaderDeps): ReadViewer {
  return async (videoId, { query: { link, grant, token }, caller, facts: { sender } }) => {
    const unlocked = grant ? grants.open(videoId.toLowerCase(), grant) : undefined
    return {
      ...viewerOf(caller),
      isStranger: !isPublicSite && caller === undefined,
      linkHash: link ? hashOfSecret(link) : undefined,
      unlocked: unlocked?.scope === 'unlock' ? unlocked : undefined,
      token: token ? await openToken(videoId, token, sender.address) : undefined,
      sender,
    }
  }
}
