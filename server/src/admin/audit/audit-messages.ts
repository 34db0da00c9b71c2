import type { AuditEntry } from '@video-forge/contract/admin/admin-users'

const sentences: Record<string, (entry: AuditEntry) => string> = {
  'user.promote': ({ actor, target }) => `${actor} made ${target} an admin`,
  'user.delete': ({ actor, target }) => `${actor} deleted the user ${target}`,
  'user.delete-own': ({ actor }) => `${actor} deleted their own account`,
  'user.password-reset': ({ actor, target }) => `${actor} sent ${target} a password reset`,
  'user.disable': ({ actor, target }) => `${actor} disabled ${target}`,
  'user.enable': ({ actor, target }) => `${actor} enabled ${target}`,
  'user.quota': ({ actor, target }) => `${actor} set the quota of ${target}`,
  'job.delete': ({ actor, target }) => `${actor} deleted '${target}'`,
  'job.cancel': ({ actor, target }) => `${actor} cancelled '${target}'`,
  'jobs.restart': ({ actor, details }) => `${actor} restarted ${details['count']} failed jobs`,
  'jobs.cleanup': ({ actor, details }) => `${actor} cleaned up ${details['count']} old jobs`,
  'jobs.load-test': ({ actor, details }) => `${actor} started a load test of ${details['count']} jobs`,
  'storage.cleanup-temp': ({ actor, details }) => `${actor} cleaned up ${details['count']} temporary files`,
  'storage.optimize': ({ actor, details }) => `${actor} optimized storage: ${details['orphanedFiles']} orphaned files removed`,
  'storage.report': ({ actor }) => `${actor} took a storage report`,
  'trash.restore': ({ actor, details }) => `${actor} restored ${details['count']} things from the trash`,
  'trash.empty': ({ actor, details }) => `${actor} emptied the trash of ${details['count']} things`,
}

const runs: Record<string, string> = {
  'storage.cleanup-temp': 'the clean-up of temporary files',
  'storage.optimize': 'to optimize storage',
  'trash.empty': 'to empty the trash',
  'trash.restore': 'to restore things from the trash',
}

/** An act as a sentence. One that was written by another version of the product still says who and what. */
export const sentenceFor = (entry: AuditEntry): string => {
  const what = runs[entry.action]
  if (what && entry.details['phase'] === 'failed') return `${entry.actor} began ${what}, and it failed`
  return sentences[entry.action]?.(entry) ?? [entry.actor, entry.action, entry.target].filter(Boolean).join(' ')
}
