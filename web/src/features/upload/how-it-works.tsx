const steps = [
  { title: 'Choose a video', text: 'Drop an MP4, MOV, AVI, MKV or WebM file anywhere on this page.' },
  { title: 'Upload', text: 'Interrupted uploads resume where they stopped.' },
  { title: 'Describe it', text: 'Give it a title and decide who can watch it. It stays private until then.' },
  { title: 'Choose formats', text: 'See how long each one takes and how large it gets before you start.' },
  { title: 'Share it', text: 'Start processing, then find it in the gallery, ready to watch.' },
] as const

export const HowItWorks = () => (
  <section aria-labelledby="how-heading" className="flex flex-col gap-4">
    <h2 id="how-heading" className="font-semibold text-16">
      How It Works
    </h2>
    <ol className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-5">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex gap-3 border-line border-t pt-4 lg:flex-col lg:gap-2">
          <span aria-hidden="true" className="w-5 shrink-0 font-semibold text-faint text-13 leading-5 tabular-nums">
            {index + 1}
          </span>
          <div className="flex flex-col gap-1">
            <h3 className="font-medium text-14">{title}</h3>
            <p className="text-13 text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
)
