import { sentences } from '@video-forge/contract/sentences'
import { ApiError } from '../../../api/api-error.ts'
import { googleAddress } from '../../../session/sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useSubmission } from '../use-submission.ts'

const GoogleSign = () => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 fill-current">
    <path d="M12.2 10.3v3.5h5.8c-.3 1.5-1.8 4.3-5.8 4.3a6.1 6.1 0 1 1 0-12.2c2 0 3.300.8 4.100 1.600l2.700-2.600A9.800 9.800 0 1 0 12.200 21.800c5.700 0 9.500-4 9.500-9.600 0-.7-.1-1.300-.2-1.900z" />
  </svg>
)

/** Google sign-in is not set up on this site; a retry does not help. */
const isSwitchedOff = (error: unknown): boolean => error instanceof ApiError && error.isNotFound

export function GoogleButton() {
  const submission = useSubmission([], sentences.googleStartFailed)
  const start = () => submission.run(async () => window.location.assign(await googleAddress()))
  return (
    <>
      <Button pending={submission.pending} onClick={start}>
        {!submission.pending && <GoogleSign />}
        Continue with Google
      </Button>
      {submission.failure && <Notice tone={isSwitchedOff(submission.error) ? 'warn' : 'bad'}>{submission.failure}</Notice>}
    </>
  )
}
