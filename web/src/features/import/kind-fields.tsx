import { decodeCaptions } from '@video-forge/contract/captions/decode-captions'
import { useId } from 'react'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { TextArea } from '../../ui/forms/text-input.tsx'
import type { ImportValues } from './import-values.ts'

export interface FieldsProps {
  values: ImportValues
  onChange: (part: Partial<ImportValues>) => void
}

const address = { inputMode: 'url', autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, placeholder: 'https://' } as const

/** The fields of the chosen kind. */
export function KindFields(props: FieldsProps & { folders: readonly string[] }) {
  const { values, onChange } = props
  switch (values.kind) {
    case 'urls':
      return <ListField {...props} />
    case 'feed':
      return <TextField {...address} label="Address of the feed" value={values.feed} onValueChange={(feed) => onChange({ feed })} />
    case 'peertube':
      return (
        <>
          <TextField
            {...address}
            label="Address at PeerTube"
            hint="Of the whole site, an account (…/a/name) or a channel (…/c/name)."
            value={values.peertube}
            onValueChange={(peertube) => onChange({ peertube })}
          />
          <TokenField {...props} />
        </>
      )
    case 'mediacms':
      return (
        <>
          <TextField
            {...address}
            label="Address at MediaCMS"
            hint="Of the whole site, or of a person (…/user/name)."
            value={values.mediacms}
            onValueChange={(mediacms) => onChange({ mediacms })}
          />
          <TokenField {...props} />
        </>
      )
    case 'archive':
      return (
        <TextField
          {...address}
          label="Link of the export"
          hint="On the other site: Account, Export, and the address of 'Download'. Nothing has to be downloaded first."
          value={values.archive}
          onValueChange={(archive) => onChange({ archive })}
        />
      )
    case 'folder':
      return <FolderFields {...props} />
    case 's3':
      return <BucketFields {...props} />
  }
}

function ListField({ values, onChange }: FieldsProps) {
  const fileId = useId()
  const readList = async (file: File | undefined) => {
    if (file) onChange({ list: decodeCaptions(new Uint8Array(await file.arrayBuffer())) })
  }
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Addresses"
        hint="One in each line, or CSV with the columns url, title, description, tags, date and visibility in any order."
      >
        {(control) => (
          <TextArea
            {...control}
            rows={7}
            spellCheck={false}
            autoCapitalize="off"
            value={values.list}
            onChange={(event) => onChange({ list: event.target.value })}
          />
        )}
      </Field>
      <label htmlFor={fileId} className="flex min-h-11 flex-wrap items-center gap-3 text-13">
        <span className="font-medium">Or choose a file</span>
        <input
          id={fileId}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          className="min-w-0 max-w-full cursor-pointer text-muted file:mr-3 file:h-10 file:cursor-pointer file:rounded-control file:border file:border-control file:bg-surface file:px-4 file:font-medium file:text-14 file:text-ink hover:file:bg-sunken"
          onChange={(event) => void readList(event.target.files?.[0])}
        />
      </label>
    </div>
  )
}

const TokenField = ({ values, onChange }: FieldsProps) => (
  <Field
    label="Access token (optional)"
    hint="Only for videos that are not public there. It is stored encrypted until the import has ended."
  >
    {(control) => (
      <PasswordInput {...control} autoComplete="off" value={values.token} onChange={(event) => onChange({ token: event.target.value })} />
    )}
  </Field>
)

const SubfolderField = ({ values, onChange, hasPlaylists }: FieldsProps & { hasPlaylists: boolean }) => (
  <Field label="Names of folders inside it">
    {(control) => (
      <Select
        {...control}
        value={values.subfolders}
        onChange={(event) =>
          onChange({ subfolders: event.target.value === 'tags' || event.target.value === 'playlists' ? event.target.value : 'nothing' })
        }
      >
        <option value="tags">Become tags</option>
        {hasPlaylists && <option value="playlists">Become playlists</option>}
        <option value="nothing">Are left out</option>
      </Select>
    )}
  </Field>
)

const FolderFields = ({ folders, ...props }: FieldsProps & { folders: readonly string[] }) => (
  <>
    <TextField
      label="Folder of the server"
      hint={`Inside ${folders.join(' or ')}. Leave it empty for all of it.`}
      autoComplete="off"
      spellCheck={false}
      value={props.values.path}
      onValueChange={(path) => props.onChange({ path })}
    />
    <SubfolderField {...props} hasPlaylists />
  </>
)

const BucketFields = (props: FieldsProps) => {
  const { values, onChange } = props
  const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...plain} label="Bucket" value={values.bucket} onValueChange={(bucket) => onChange({ bucket })} />
        <TextField
          {...plain}
          label="Prefix (optional)"
          value={values.prefix}
          onValueChange={(prefix) => onChange({ prefix })}
          placeholder="films/"
        />
        <TextField
          {...address}
          label="Endpoint (optional)"
          hint="Leave it empty for Amazon."
          value={values.endpoint}
          onValueChange={(endpoint) => onChange({ endpoint })}
        />
        <TextField
          {...plain}
          label="Region (optional)"
          value={values.region}
          onValueChange={(region) => onChange({ region })}
          placeholder="us-east-1"
        />
        <TextField {...plain} label="Access key" value={values.accessKeyId} onValueChange={(accessKeyId) => onChange({ accessKeyId })} />
        <Field label="Secret key" hint="It is stored encrypted and never shown again.">
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="off"
              value={values.secretAccessKey}
              onChange={(event) => onChange({ secretAccessKey: event.target.value })}
            />
          )}
        </Field>
      </div>
      <SubfolderField {...props} hasPlaylists={false} />
    </>
  )
}
