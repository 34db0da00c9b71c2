import type { PlaylistVisibility } from '@video-forge/contract/rules/playlist-rules'

export const visibilityNames: Record<PlaylistVisibility, string> = { public: 'Public', link: 'By link', private: 'Private' }
