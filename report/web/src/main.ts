// Starts the page: reads the data that the program put into it.
const text = document.getElementById('accordo-data')?.textContent ?? '';
const page = document.getElementById('page')!;
page.textContent = text;
