import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccountWebhook } from '@video-forge/contract/webhooks/account-webhooks'
import { withDefaultMessage } from '../../../api/with-default-message.ts'
import { call } from '../../../session/call.ts'

const listKey = ['account', 'webhooks'] as const
const webhookKey = (id: string) => [...listKey, id] as const
const logKey = (id: string) => [...listKey, id, 'deliveries'] as const

const pageSize = 25
/** How often the log is read while a call in it waits. */
const waitingMs = 3000

export const useWebhooks = () =>
  useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) =>
      (await withDefaultMessage('Your webhooks could not be loaded.', call('GET /account/webhooks', {}, { signal }))).webhooks,
  })

export const useWebhook = (id: string) =>
  useQuery({
    queryKey: webhookKey(id),
    queryFn: async ({ signal }) =>
      (await withDefaultMessage('The webhook could not be loaded.', call('GET /account/webhooks/{id}', { params: { id } }, { signal })))
        .webhook,
  })

export const useDeliveries = (id: string) =>
  useInfiniteQuery({
    queryKey: logKey(id),
    queryFn: ({ pageParam, signal }) =>
      withDefaultMessage(
        'The log could not be loaded.',
        call(
          'GET /account/webhooks/{id}/deliveries',
          { params: { id }, query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) } },
          { signal },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some((each) => each.state === 'waiting')) ? waitingMs : false,
  })

/** A call with its request and answer. `version` changes with each attempt, so that the newest one is shown. */
export const useDelivery = (webhookId: string, id: string, version: string) =>
  useQuery({
    queryKey: [...webhookKey(webhookId), 'delivery', id, version],
    queryFn: async ({ signal }) =>
      (
        await withDefaultMessage(
          'The details could not be loaded.',
          call('GET /account/webhooks/{id}/deliveries/{deliveryId}', { params: { id: webhookId, deliveryId: id } }, { signal }),
        )
      ).delivery,
  })

/** Shows a webhook as a call has returned it, and loads the lists it is in. */
async function show(client: QueryClient, webhook: AccountWebhook): Promise<void> {
  client.setQueryData(webhookKey(webhook.id), webhook)
  await Promise.all([
    client.invalidateQueries({ queryKey: listKey, exact: true }),
    client.invalidateQueries({ queryKey: logKey(webhook.id), exact: true }),
  ])
}

export function useShowWebhook(): (webhook: AccountWebhook) => Promise<void> {
  const client = useQueryClient()
  return (webhook) => show(client, webhook)
}

/** Loads everything about webhooks again, and forgets one that is gone. */
export function useReloadWebhooks(): (removedId?: string) => Promise<void> {
  const client = useQueryClient()
  return async (removedId) => {
    if (removedId) client.removeQueries({ queryKey: webhookKey(removedId) })
    await client.invalidateQueries({ queryKey: listKey })
  }
}
