export { arrivedBytes, loadTus, resumeFile } from '@video-forge/client/parts'
