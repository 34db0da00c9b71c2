import { Film, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Avatar } from './avatar.tsx'
import { Button } from './button.tsx'
import { Badge } from './feedback/badge.tsx'
import { EmptyState } from './feedback/empty-state.tsx'
import { ErrorState } from './feedback/error-state.tsx'
import { Notice } from './feedback/notice.tsx'
import { Progress } from './feedback/progress.tsx'
import { Skeleton } from './feedback/skeleton.tsx'
import { Checkbox } from './forms/checkbox.tsx'
import { CodeInput } from './forms/code-input.tsx'
import { Field } from './forms/field.tsx'
import { PasswordInput } from './forms/password-input.tsx'
import { SegmentedToggle } from './forms/segmented-toggle.tsx'
import { Select } from './forms/select.tsx'
import { Switch } from './forms/switch.tsx'
import { TextArea, TextInput } from './forms/text-input.tsx'
import { AlertDialog } from './overlays/alert-dialog.tsx'
import { Dialog, Sheet } from './overlays/dialog.tsx'
import { Menu } from './overlays/menu.tsx'
import { showToast } from './overlays/toast-store.ts'
import { Tooltip } from './overlays/tooltip.tsx'
import { PageHeading } from './page-heading.tsx'
import { Table } from './table.tsx'
import { Tabs } from './tabs.tsx'
import { ThemeSwitch } from './theme/theme-switch.tsx'

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-4 border-line border-t pt-6">
    <h2 className="font-semibold text-16">{title}</h2>
    {children}
  </section>
)

const Row = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap items-center gap-3">{children}</div>

function Fields() {
  const [title, setTitle] = useState('Harbour at dawn')
  const [code, setCode] = useState('123')
  const [checked, setChecked] = useState(true)
  const [on, setOn] = useState(true)
  const [filter, setFilter] = useState<'All Videos' | 'Public Only'>('All Videos')
  return (
    <div className="grid max-w-form gap-5 sm:grid-cols-2">
      <Field label="Title" hint="What people see in the gallery." counter={{ used: title.length, max: 100 }}>
        {(control) => <TextInput {...control} value={title} onChange={(event) => setTitle(event.target.value)} />}
      </Field>
      <Field label="Source" error="Video URL is required">
        {(control) => <TextInput {...control} placeholder="https://" />}
      </Field>
      <Field label="Password">{(control) => <PasswordInput {...control} />}</Field>
      <Field label="Sort">
        {(control) => (
          <Select {...control}>
            <option>Newest</option>
            <option>Oldest</option>
          </Select>
        )}
      </Field>
      <Field label="Verification Code">{(control) => <CodeInput {...control} length={6} value={code} onValueChange={setCode} />}</Field>
      <Field label="Description">{(control) => <TextArea {...control} />}</Field>
      <div>
        <Checkbox label="720p" checked={checked} onCheckedChange={setChecked} />
        <Checkbox label="4K" checked={false} disabled onCheckedChange={() => undefined} />
      </div>
      <Switch label="E-mail code" hint="After the password." checked={on} onCheckedChange={setOn} />
      <SegmentedToggle label="Filter" options={['All Videos', 'Public Only']} value={filter} onValueChange={setFilter} />
    </div>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'alert' | 'sheet'>()
  const close = () => setOpen(undefined)
  return (
    <Row>
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('alert')}>Alert dialog</Button>
      <Button onClick={() => setOpen('sheet')}>Sheet</Button>
      <Menu
        trigger={<Button>Menu</Button>}
        items={[
          { name: 'Rename', icon: Pencil, onSelect: () => showToast('good', 'Renamed.') },
          { name: 'Delete', icon: Trash2, onSelect: () => setOpen('alert') },
        ]}
      />
      <Tooltip text="What the control does">
        <Button>Tooltip</Button>
      </Tooltip>
      <Button onClick={() => showToast('good', 'Saved.')}>Good toast</Button>
      <Button onClick={() => showToast('bad', 'Saving failed.')}>Bad toast</Button>
      <Dialog open={open === 'dialog'} onOpenChange={close} title="Dialog" description="A question or a small form.">
        <Button kind="primary" onClick={close}>
          Done
        </Button>
      </Dialog>
      <Sheet open={open === 'sheet'} onOpenChange={close} title="Sheet">
        <p className="px-3">From the edge of the screen.</p>
      </Sheet>
      <AlertDialog
        open={open === 'alert'}
        onOpenChange={close}
        title="Delete 3 videos?"
        description="This deletes them and their files (1.2 GB) for good."
        confirm="Delete"
        destructive
        onConfirm={close}
      />
    </Row>
  )
}

const rows = [
  { name: 'TRANSCODE_1080', size: '48.2 MB' },
  { name: 'GIF', size: '2.1 MB' },
]

const Buttons = () => (
  <Row>
    <Button kind="primary">Primary</Button>
    <Button>Secondary</Button>
    <Button kind="quiet">Quiet</Button>
    <Button kind="danger">Danger</Button>
    <Button kind="primary" pending>
      Pending
    </Button>
    <Button disabled>Disabled</Button>
    <Button size="small">Small</Button>
  </Row>
)

const Status = () => (
  <>
    <Row>
      <Badge>Pending</Badge>
      <Badge tone="warn">Processing</Badge>
      <Badge tone="good">Completed</Badge>
      <Badge tone="bad">Failed</Badge>
      <Avatar name="ada" />
    </Row>
    <Progress label="1080p" value={58} />
    <Progress label="480p" value={100} done />
    <Skeleton className="h-10 w-full" />
    <Notice tone="good">Saved.</Notice>
    <Notice tone="warn">Please verify your email before logging in.</Notice>
    <Notice tone="bad" title="Confirmation Failed">
      That code is wrong or has expired.
    </Notice>
  </>
)

const ExampleTable = () => (
  <Table
    caption="Assets"
    columns={[
      { name: 'Type', cell: (row) => row.name },
      { name: 'Size', cell: (row) => row.size, numeric: true },
    ]}
    rows={rows}
    rowKey={(row) => row.name}
  />
)

const EmptyAndError = () => (
  <>
    <EmptyState
      icon={Film}
      title="No videos found"
      text="Be the first to upload and share a video!"
      action={<Button kind="primary">Upload Video</Button>}
    />
    <ErrorState title="Failed to load videos" text="The server did not answer." action={<Button>Try again</Button>} />
  </>
)

/** Every component in its states, in development only. */
export const UiPage = () => (
  <main className="mx-auto flex max-w-list flex-col gap-8 px-4 py-8 sm:px-6">
    <PageHeading title="Components" subtitle="Every component of the design system." actions={<ThemeSwitch />} />
    <Section title="Buttons">
      <Buttons />
    </Section>
    <Section title="Fields">
      <Fields />
    </Section>
    <Section title="Overlays">
      <Overlays />
    </Section>
    <Section title="Status">
      <Status />
    </Section>
    <Section title="Tabs and table">
      <Tabs
        label="Example"
        tabs={[
          { name: 'Assets', content: <ExampleTable /> },
          { name: 'Other', content: 'The other tab.' },
        ]}
      />
    </Section>
    <Section title="Empty and error">
      <EmptyAndError />
    </Section>
  </main>
)
