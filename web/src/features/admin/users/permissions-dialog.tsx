import { useQuery } from '@tanstack/react-query'
import { sentences } from '@video-forge/contract/sentences'
import { withDefaultMessage } from '../../../api/with-default-message.ts'
import { call } from '../../../session/call.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { adminKeys } from '../admin-queries.ts'
import type { UserDialogProps } from './user-action-dialogs.tsx'

export function PermissionsDialog({ user, returnFocusTo, onClose }: Omit<UserDialogProps, 'onDone'>) {
  const id = user?.id ?? ''
  const permissions = useQuery({
    queryKey: [...adminKeys.users, 'permissions', id],
    queryFn: async ({ signal }) =>
      (await withDefaultMessage(sentences.permissionsFailed, call('GET /auth/users/{id}/permissions', { params: { id } }, { signal })))
        .result,
    enabled: user !== undefined,
  })
  return (
    <Dialog
      open={user !== undefined}
      onOpenChange={onClose}
      returnFocusTo={returnFocusTo}
      title={`Permissions of ${user?.username ?? ''}`}
      description="What this user may do."
    >
      <QueryView query={permissions} failed={sentences.permissionsFailed} skeleton="h-32">
        {({ role, permissions: names }) => (
          <div className="flex flex-col gap-3">
            <p className="flex items-center gap-2">
              Role <Badge>{role}</Badge>
            </p>
            <ul className="flex flex-col divide-y divide-line border-line border-y text-13">
              {names.map((name) => (
                <li key={name} className="py-2">
                  {name}
                </li>
              ))}
            </ul>
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}
