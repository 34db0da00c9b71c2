import { Hammer } from 'lucide-react'
import { EmptyState } from './empty-state.tsx'

/** Stands where a part of the product will be, and says so. */
export const NotBuiltYet = () => (
  <EmptyState icon={Hammer} title="Not built yet" text="This part is not built yet in this version of Video Forge." />
)
