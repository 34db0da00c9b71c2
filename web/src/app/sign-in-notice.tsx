import { useLocation } from 'react-router'
import { readReturnPath } from '../session/return-path.ts'
import { Notice } from '../ui/feedback/notice.tsx'

/** Why the start page is shown in place of the one that was opened. */
export const SignInNotice = () =>
  readReturnPath(useLocation().state) === undefined ? null : <Notice tone="warn">Sign in to see this page.</Notice>
