import type { Request } from '@video-forge/contract/endpoints'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { protectionRules } from '@video-forge/contract/rules/protection-rules'

export interface ProtectionValues {
  /** What was typed; empty to leave the password as it is. */
  password: string
  removesPassword: boolean
  /** One in each line. */
  embedDomains: string
}

type Change = Pick<Request<'PATCH /gallery/videos/{id}'>['body'], 'password' | 'embedDomains'>

/** A server of the previous version sends none. */
export const protectionOf = ({ embedDomains }: Partial<VideoDetails>): ProtectionValues => ({
  password: '',
  removesPassword: false,
  embedDomains: (embedDomains ?? []).join('\n'),
})

export const domainsInText = (text: string): string[] => text.split(/[\s,]+/).filter((name) => name !== '')

const { passwordMinLength, maxEmbedDomains } = protectionRules

/** What the server would refuse. */
export const protectionProblems = ({ password, removesPassword, embedDomains }: ProtectionValues) => ({
  password:
    password !== '' && !removesPassword && password.length < passwordMinLength
      ? `The password needs at least ${passwordMinLength} characters.`
      : undefined,
  embedDomains: domainsInText(embedDomains).length > maxEmbedDomains ? `A video can have at most ${maxEmbedDomains} sites.` : undefined,
})

export const changedProtection = (values: ProtectionValues, before: ProtectionValues): Change => ({
  ...(values.removesPassword ? { password: null } : values.password !== '' && { password: values.password }),
  ...(values.embedDomains !== before.embedDomains && { embedDomains: domainsInText(values.embedDomains) }),
})
