import type { CaptionsStatus } from '@video-forge/contract/admin/admin-system'
import { languageName } from '@video-forge/contract/captions/languages'
import { sentences } from '@video-forge/contract/sentences'
import type { ReactNode } from 'react'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { CaptionsTable } from './captions-table.tsx'
import { useAdminCaptions } from './use-admin-captions.ts'

const modes: Record<CaptionsStatus['mode'], string> = {
  auto: 'Made by themselves when the spoken language is known, and when somebody asks.',
  manual: 'Made when somebody asks.',
  off: 'Switched off (CAPTIONS=off).',
}

/** Automatic captions: whether and in which languages they are made, and those that are under way. */
export function CaptionsPanel({ status }: { status: CaptionsStatus }) {
  const captions = useAdminCaptions()
  return (
    <Panel title="Automatic captions" hint={modes[status.mode]}>
      {status.mode !== 'off' && <Facts status={status} />}
      <QueryView query={captions} failed={sentences.adminFailed} skeleton="h-24">
        {({ transcriptions, counts }) => <CaptionsTable transcriptions={transcriptions} counts={counts} canRetry={status.mode !== 'off'} />}
      </QueryView>
    </Panel>
  )
}

const Facts = ({ status: { models, siteLanguage, mode } }: { status: CaptionsStatus }) => (
  <dl className="grid gap-x-6 gap-y-3 rounded-surface border border-line bg-surface px-4 py-3 text-13 sm:grid-cols-[auto_minmax(0,1fr)]">
    {models.length === 0 && <Fact name="Model">Known as soon as a worker runs.</Fact>}
    {models.map((model) => (
      <Model key={`${model.folder} ${model.name} ${model.problem}`} model={model} />
    ))}
    {mode === 'auto' && (
      <Fact name="Spoken by default">
        {siteLanguage ? languageName(siteLanguage) : 'Not set: only what an owner or a file says counts (CAPTIONS_LANGUAGE).'}
      </Fact>
    )}
  </dl>
)

function Model({ model: { name, languages, folder, problem } }: { model: CaptionsStatus['models'][number] }) {
  const origin = folder === null ? 'comes with Video Forge' : folder
  return (
    <>
      <Fact name="Model">
        {name ?? 'None'} <span className="break-words text-muted">({origin})</span>
        {problem && <span className="block text-bad">{problem}</span>}
      </Fact>
      {languages.length > 0 && (
        <Fact name={languages.length === 1 ? 'Language' : `${languages.length} languages`}>{listOf(languages)}</Fact>
      )}
    </>
  )
}

const listOf = (codes: readonly string[]): string => codes.map((code) => languageName(code)).join(', ')

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-muted max-sm:-mb-2">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)
