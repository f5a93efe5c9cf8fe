export declare function appShell(): import('vite').Plugin;
