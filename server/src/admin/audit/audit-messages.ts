import type { AuditEntry } from '@video-forge/contract/admin/admin-users'

const messages: Record<string, (entry: AuditEntry) => string> = {
  'videos.bulk': ({ actor, target }) => `${actor} started "${target}"`,
  'user.promote': ({ actor, target }) => `${actor} made ${target} an admin`,
  'user.delete': ({ actor, target }) => `${actor} deleted the user ${target}`,
  'user.delete-own': ({ actor }) => `${actor} deleted their own account`,
  'user.password-reset': ({ actor, target }) => `${actor} sent ${target} a password reset`,
  'user.disable': ({ actor, target }) => `${actor} disabled ${target}`,
  'user.enable': ({ actor, target }) => `${actor} enabled ${target}`,
  'user.quota': ({ actor, target }) => `${actor} set the quota of ${target}`,
  'user.provider-promote': ({ target, details }) => `${target} became an admin as a member of "${details['group']}"`,
  'user.provider-demote': ({ target, details }) => `${target} is no longer an admin: not a member of "${details['group']}" any more`,
  'invitation.create': ({ actor, target }) => `${actor} invited ${target}`,
  'invitation.revoke': ({ actor, target }) => `${actor} revoked the invitation of ${target}`,
  'key.create': ({ actor, target }) => `${actor} created the API key "${target}"`,
  'key.revoke': ({ actor, target, details }) =>
    `${actor} revoked the API key "${target}"${details['owner'] ? ` of ${details['owner']}` : ''}`,
  'signing-key.create': ({ actor, target }) => `${actor} created the signing key "${target}"`,
  'signing-key.delete': ({ actor, target }) => `${actor} deleted the signing key "${target}"`,
  'video.delete': ({ actor, target }) => `${actor} deleted the video "${target}"`,
  'playlist.delete': ({ actor, target }) => `${actor} deleted the playlist "${target}"`,
  'video.restore': ({ actor, target }) => `${actor} restored "${target}" from the trash of its owner`,
  'video.erase': ({ actor, target }) => `${actor} deleted "${target}" in the trash of its owner for good`,
  'job.delete': ({ actor, target }) => `${actor} deleted "${target}"`,
  'job.cancel': ({ actor, target }) => `${actor} cancelled "${target}"`,
  'captions.cancel': ({ actor, target }) => `${actor} stopped the automatic captions of "${target}"`,
  'captions.retry': ({ actor, target }) => `${actor} restarted the automatic captions of "${target}"`,
  'reencoding.settings': ({ actor, details }) => `${actor} set which videos are made in AV1: ${details['mode']}`,
  'jobs.restart': ({ actor, details }) => `${actor} restarted ${countOf(details, 'failed job')}`,
  'jobs.cleanup': ({ actor, details }) => `${actor} deleted ${countOf(details, 'old job')}`,
  'jobs.load-test': ({ actor, details }) => `${actor} started a load test of ${countOf(details, 'job')}`,
  'storage.cleanup-temp': ({ actor, details }) => `${actor} deleted ${countOf(details, 'temporary file')}`,
  'storage.optimize': ({ actor, details }) => `${actor} optimized the storage: ${details['orphanedFiles']} orphaned files removed`,
  'storage.report': ({ actor }) => `${actor} downloaded a storage report`,
  'trash.restore': ({ actor, details }) => `${actor} restored ${countOf(details, 'item')} from the trash`,
  'trash.empty': ({ actor, details }) => `${actor} emptied the trash: ${countOf(details, 'item')} deleted`,
}

const failedRuns: Record<string, string> = {
  'storage.cleanup-temp': 'started a clean-up of temporary files, which failed',
  'storage.optimize': 'started to optimize the storage, which failed',
  'trash.empty': 'started to empty the trash, which failed',
  'trash.restore': 'started to restore items from the trash, which failed',
}

const countOf = ({ count }: AuditEntry['details'], noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** An admin action as a message. An action of another version, which has no message here, still shows who did what. */
export const auditMessage = (entry: AuditEntry): string => {
  const failure = failedRuns[entry.action]
  if (failure && entry.details['phase'] === 'failed') return `${entry.actor} ${failure}`
  return messages[entry.action]?.(entry) ?? [entry.actor, entry.action, entry.target].filter(Boolean).join(' ')
}
