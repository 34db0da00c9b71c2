import { type ReportFormat, reportFormats } from '@video-forge/contract/rules/admin-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { withDefaultMessage } from '../../../api/with-default-message.ts'
import { callForFile } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { ActionResult } from '../action-result.tsx'
import { useAction } from '../use-action.ts'

const periods = [7, limits.reportDays, 90, 365]

export function ReportPanel() {
  const [format, setFormat] = useState<ReportFormat>('json')
  const [period, setPeriod] = useState<number>(limits.reportDays)
  const download = useAction(async () => {
    saveFile(await withDefaultMessage(sentences.reportFailed, callForFile('GET /admin/storage/report', { query: { format, period } })))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    download.mutate(undefined)
  }
  return (
    <Panel title="Report" hint="Storage by kind and user, the largest files, and growth by day.">
      <form onSubmit={submit} className="flex flex-col gap-4 rounded-surface border border-line bg-surface p-4">
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Format" className="w-32">
            {(control) => (
              <Select {...control} value={format} onChange={(event) => setFormat(event.target.value === 'csv' ? 'csv' : 'json')}>
                {reportFormats.map((each) => (
                  <option key={each} value={each}>
                    {each.toUpperCase()}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Period" className="w-36">
            {(control) => (
              <Select {...control} value={period} onChange={(event) => setPeriod(Number(event.target.value))}>
                {periods.map((days) => (
                  <option key={days} value={days}>
                    {days} days
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Button type="submit" pending={download.isPending}>
            {!download.isPending && <Download aria-hidden="true" className="size-4" />}
            Generate report
          </Button>
        </div>
        <ActionResult
          failed={sentences.reportFailed}
          error={download.error}
          done={download.isSuccess && 'The report is in your downloads.'}
        />
      </form>
    </Panel>
  )
}
