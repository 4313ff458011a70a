@echo off
rem Plays Othello against Kaeshi in a console window.
"%~dp0kaeshi.exe" play %*
pause
