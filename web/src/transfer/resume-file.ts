export { arrivedBytes, loadTus, resumeFile } from '@video-forge/client/parts/upload/resume-file'
