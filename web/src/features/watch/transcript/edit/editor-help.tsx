import { editorKeyList } from './editor-keys.ts'

const Key = ({ name }: { name: string }) => (
  <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded-[6px] border border-line bg-sunken px-1.5 font-medium font-sans text-12">
    {name}
  </kbd>
)

/** The first keys are always visible, all of them on demand. */
export const EditorHelp = () => (
  <details className="text-13">
    <summary className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-muted pointer-coarse:min-h-10">
      <span>
        <Key name="Enter" /> next
      </span>
      <span>
        <Key name="Ctrl" /> <Key name="Space" /> play
      </span>
      <span>
        <Key name="Esc" /> done
      </span>
      <span className="font-medium text-ink underline underline-offset-2">All keys</span>
    </summary>
    <dl className="flex flex-col divide-y divide-line">
      {editorKeyList.map(({ keys, does }) => (
        <div key={does} className="flex min-h-9 items-center justify-between gap-3">
          <dt className="text-muted">{does}</dt>
          <dd className="flex shrink-0 gap-1">
            {keys.map((name) => (
              <Key key={name} name={name} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </details>
)
