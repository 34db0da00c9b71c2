import type { Cache } from '../platform/cache/cache.ts'
import type { DeliveryDeps } from './deliver.ts'

export interface WebhookDeps extends Pick<DeliveryDeps, 'db' | 'allowPrivate' | 'mayShow'> {
  cache: Cache
}
