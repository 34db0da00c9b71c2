import './ui/theme/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { loadFirstPage } from './app/load-first-page.ts'
import { refreshProfile } from './session/refresh-profile.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root element')

// As a transition React draws the page in short steps, between which the browser can answer to people.
const show = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </StrictMode>,
    ),
  )

// What the server put into the page stays until there is something to replace it with. Not awaited here: chunks that it loads may import this one.
void loadFirstPage(root).then(show)
void refreshProfile()
