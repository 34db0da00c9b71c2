import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Request } from '@video-forge/contract/endpoints'
import type { HistoryRange } from '@video-forge/contract/rules/admin-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { withDefaultMessage } from '../../api/with-default-message.ts'
import { call } from '../../session/call.ts'

/** All under one prefix, so that an action can invalidate everything. */
export const adminKeys = { all: ['admin'], jobs: ['admin', 'jobs'], storage: ['admin', 'storage'], users: ['admin', 'users'] } as const

const liveMs = limits.jobPollSeconds * 1000
const slowMs = 15_000

export const useAdminStats = () =>
  useQuery({
    queryKey: [...adminKeys.jobs, 'stats'],
    queryFn: async ({ signal }) => (await withDefaultMessage(sentences.adminFailed, call('GET /admin/jobs/stats', {}, { signal }))).stats,
    refetchInterval: liveMs,
  })

export const useProcessingStatus = () =>
  useQuery({
    queryKey: ['admin', 'status'],
    queryFn: async ({ signal }) =>
      (await withDefaultMessage(sentences.adminFailed, call('GET /jobs/admin/processing-status', {}, { signal }))).status,
    refetchInterval: liveMs,
  })

export const useActivities = () =>
  useQuery({
    queryKey: ['admin', 'activity'],
    queryFn: async ({ signal }) =>
      (await withDefaultMessage(sentences.adminFailed, call('GET /jobs/admin/recent-activity', { query: {} }, { signal }))).activities,
    refetchInterval: liveMs,
  })

export const useHistory = (range: HistoryRange) =>
  useQuery({
    queryKey: ['admin', 'history', range],
    queryFn: ({ signal }) => withDefaultMessage(sentences.adminFailed, call('GET /admin/metrics', { query: { range } }, { signal })),
    refetchInterval: slowMs,
    placeholderData: keepPreviousData,
  })

export const useAdminJobs = (query: Request<'GET /admin/jobs/all'>['query']) =>
  useQuery({
    queryKey: [...adminKeys.jobs, 'list', query],
    queryFn: ({ signal }) => withDefaultMessage(sentences.adminFailed, call('GET /admin/jobs/all', { query }, { signal })),
    refetchInterval: liveMs,
    placeholderData: keepPreviousData,
  })

export const useJobDetails = (id: string | undefined) =>
  useQuery({
    queryKey: [...adminKeys.jobs, 'one', id],
    queryFn: async ({ signal }) =>
      (await withDefaultMessage(sentences.adminFailed, call('GET /admin/jobs/{id}', { params: { id: id ?? '' } }, { signal }))).result,
    enabled: id !== undefined,
    refetchInterval: liveMs,
  })

export const useLoadTest = (ids: readonly string[]) =>
  useQuery({
    queryKey: ['admin', 'load-test', ids],
    queryFn: async ({ signal }) =>
      (await withDefaultMessage(sentences.loadTestFailed, call('GET /admin/load-test', { query: { ids: ids.join(',') } }, { signal })))
        .result,
    enabled: ids.length > 0,
    refetchInterval: ({ state }) => !state.data?.finished && 1000,
  })

export const useStorageStats = () =>
  useQuery({
    queryKey: [...adminKeys.storage, 'stats'],
    queryFn: async ({ signal }) =>
      (await withDefaultMessage(sentences.storageStatsFailed, call('GET /admin/storage/stats', {}, { signal }))).result,
    refetchInterval: slowMs,
  })

export const useTrash = (cursor: string | undefined) =>
  useQuery({
    queryKey: [...adminKeys.storage, 'trash', cursor],
    queryFn: ({ signal }) =>
      withDefaultMessage(sentences.adminFailed, call('GET /admin/storage/trash', { query: { limit: 20, cursor } }, { signal })),
    placeholderData: keepPreviousData,
  })

export const useUnusedQualities = (query: Request<'GET /admin/storage/unused-qualities'>['query']) =>
  useQuery({
    queryKey: [...adminKeys.storage, 'unused', query],
    queryFn: ({ signal }) => withDefaultMessage(sentences.adminFailed, call('GET /admin/storage/unused-qualities', { query }, { signal })),
    placeholderData: keepPreviousData,
  })

export const useAdminUsers = (query: Request<'GET /admin/users'>['query']) =>
  useQuery({
    queryKey: [...adminKeys.users, 'list', query],
    queryFn: ({ signal }) => withDefaultMessage(sentences.adminFailed, call('GET /admin/users', { query }, { signal })),
    placeholderData: keepPreviousData,
  })

export const useAdminKeys = (query: Request<'GET /admin/keys'>['query']) =>
  useQuery({
    queryKey: ['admin', 'keys', query],
    queryFn: ({ signal }) => withDefaultMessage(sentences.adminFailed, call('GET /admin/keys', { query }, { signal })),
    placeholderData: keepPreviousData,
  })

export const useAdminInvitations = (query: Request<'GET /admin/invitations'>['query']) =>
  useQuery({
    queryKey: ['admin', 'invitations', query],
    queryFn: ({ signal }) => withDefaultMessage(sentences.adminFailed, call('GET /admin/invitations', { query }, { signal })),
    placeholderData: keepPreviousData,
  })

export const useAudit = (query: Request<'GET /admin/audit'>['query']) =>
  useQuery({
    queryKey: ['admin', 'audit', query],
    queryFn: ({ signal }) => withDefaultMessage(sentences.adminFailed, call('GET /admin/audit', { query }, { signal })),
    placeholderData: keepPreviousData,
  })
