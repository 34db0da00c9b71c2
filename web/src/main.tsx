import './ui/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { refreshProfile } from './session/refresh-profile.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root element')

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
)

void refreshProfile()
