/** What the server reads. */
export const READ_LANGUAGES = ['cuda-cpp', 'cuda', 'cpp', 'c', 'python', 'rust'];
/** The endings of the files of these languages. */
export const READ_FILES = ['cu', 'cuh', 'h', 'hpp', 'cpp', 'cc', 'inl', 'cxx', 'c', 'hh', 'hxx', 'ipp', 'py', 'pyi', 'rs'];
