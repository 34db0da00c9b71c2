import { accountWebhookHandlers } from './account-webhooks.ts'
import { deliveryHandlers } from './delivery-log.ts'
import type { WebhookDeps } from './webhook-deps.ts'
import { webhookHandlers } from './webhooks.ts'

/** All calls about webhooks. */
export const createWebhooks = (deps: WebhookDeps) => ({
  ...webhookHandlers(deps),
  ...accountWebhookHandlers(deps),
  ...deliveryHandlers(deps),
})
