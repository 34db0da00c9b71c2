export const UiPage = () => null
