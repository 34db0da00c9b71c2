import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hasEnded, type TaskItemStatus } from '@video-forge/contract/rules/task-rules'
import { withDefaultMessage } from '../../api/with-default-message.ts'
import { call } from '../../session/call.ts'

export const tasksKey = ['tasks'] as const

/** How often what runs is read again. */
const runningMs = 2000

export const useTasks = () =>
  useInfiniteQuery({
    queryKey: [...tasksKey, 'list'],
    queryFn: ({ pageParam, signal }) =>
      withDefaultMessage(
        'Your tasks could not be loaded.',
        call('GET /tasks', { query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ tasks }) => tasks.some(({ status }) => !hasEnded(status))) ? runningMs : false,
  })

export const useTask = (id: string) =>
  useQuery({
    queryKey: [...tasksKey, id],
    queryFn: async ({ signal }) =>
      (await withDefaultMessage('The task could not be loaded.', call('GET /tasks/{id}', { params: { id } }, { signal }))).task,
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data.status) ? false : runningMs),
  })

/** `progress` changes with the task, so that the report follows it. */
export const useTaskItems = (id: string, status: TaskItemStatus | undefined, progress: string) =>
  useInfiniteQuery({
    queryKey: [...tasksKey, id, 'items', status, progress],
    queryFn: ({ pageParam, signal }) =>
      withDefaultMessage(
        'The report could not be loaded.',
        call(
          'GET /tasks/{id}/items',
          { params: { id }, query: { ...(status && { status }), ...(pageParam && { cursor: pageParam }) } },
          { signal },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (before) => before,
  })
